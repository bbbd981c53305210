"""The one thing to do about a finding, by kind."""

from __future__ import annotations

from fnmatch import fnmatch

ACTIONS: tuple[tuple[str, str], ...] = (
    ("contract.undisclosed", "State it in the prompt, or stop enforcing it."),
    ("contract.contradicted", "Make prompt and check agree: change one of them."),
    ("contract.ambiguous", "Say in the prompt which reading is meant, or accept both."),
    ("contract.inferable", "Fair if meant; else name the file in the prompt."),
    ("grader.reference_fails", "Mend the check or the reference, then make three fresh reference runs."),
    ("grader.noop_credit", "Give no weight to what an untouched environment passes, or name the reason in the task file."),
    ("grader.never_passes", "Try the check by hand on a right solution."),
    ("grader.always_passes", "Drop the check or make it look at the work."),
    ("grader.crashes", "Mend the grader; grade the kept artefacts again."),
    ("grader.nondeterministic", "Fix seed, time and order in the check; grade the same artefact ten times."),
    ("grader.score_mismatch", "Compare the scoring code with the declared weights; grade again."),
    ("grader.threshold_conflict", "Compare the constant in the check with the data that the task ships."),
    ("grader.section_missing", "Find why the section does not run; grade those runs again."),
    ("grader.loses_results", "Mend the parser between log and result; grade again."),
    ("grader.shape_only", "Make the check compare values, and try it on a uniform answer."),
    ("grader.ground_truth_reachable", "Keep the truth where the agent can't read or write it."),
    ("grader.environment_dependent", "Pin what differs between the hosts, or grade on one."),
    ("leak.*", "Remove it from the environment and run again."),
    ("cheat.*", "Read the run; close the way; don't count it."),
    ("provider.*", "Run again (`triage rerun-list`)."),
    ("sandbox.*", "Run again after mending the sandbox (`triage rerun-list`)."),
    ("agent_setup.*", "Mend the agent's installation, then run again (`triage rerun-list`)."),
    ("grader.*", "Grade again; the agent's work may be kept."),
    ("record.*", "Look whether the record can be found; else run again."),
    ("model_io.*", "Look at serving and parser for this model, then run again."),
    ("task_env.*", "Give the agent what the task needs, then run again."),
    ("calibration.too_hard", "Look at contract and grader findings first, then ease the bottleneck."),
    ("calibration.too_easy", "Look for leaks and free checks first, then make it harder."),
    ("calibration.bottleneck", "Ask whether this check is what the task is meant to test."),
    ("calibration.undecided", "See `triage plan`."),
    ("version.prompt_only_drop", "Put back what the prompt lost, or state it in another way."),
    ("version.hardening_backfired", "Look at what the change gave away."),
    ("reference.hardcoded", "Let the reference read the value."),
    ("agent.*", "Read the run before counting it as the model's failure."),
    ("task.*", "Read a passing and a failing run side by side."),
)


def action_of(kind: str) -> str:
    """The action for a kind; empty where there is none."""
    return next((what for pattern, what in ACTIONS if fnmatch(kind, pattern)), "")
