-- title: The steps of one run, with their tool calls
--
-- Parameter run. One row a step; `calls` is a list of structs of name, arguments, result, is_error, exit_code.
select s.step, s.role, s.text, s.reasoning, s.model, s."at", s.finish_reason, s.synthetic, s.branch, s.file, s.line, c.calls
from steps s
left join (
    select step, list({'call': call, 'name': name, 'arguments': arguments, 'result': result, 'is_error': is_error, 'exit_code': exit_code, 'result_step': result_step} order by call) as calls
    from tool_calls where run_id = $run group by step
) c using (step)
where s.run_id = $run
order by s.step
