-- Counting a call is no reason to wait for the disk: three of a write's four waits were for its limits. After a crash the windows
-- begin anew.
alter table rate_limits set unlogged;
