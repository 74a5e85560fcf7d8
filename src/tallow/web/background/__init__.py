"""Work outside the event loop: short tasks in pools of processes, long ones one after another."""
