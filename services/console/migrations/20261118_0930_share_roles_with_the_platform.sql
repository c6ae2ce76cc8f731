-- Why: the platform checks the roles of what the console asks by records of its own, operator.roles, which the command line writes together with
-- those of the console from now on. Operators that there are get their rows.
-- Lock: none (rows of a small table). Rebuild: from console.operators.
insert into operator.roles (uid, role, granted_at)
select o.id, role, o.made_at from console.operators o, unnest(o.roles) as role where o.ended_at is null
on conflict do nothing;
