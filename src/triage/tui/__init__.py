"""The review screen: read and label runs in the terminal."""
