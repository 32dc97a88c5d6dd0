-- The name of a camp that an import took off the map, so that its notes stay readable. Null while the camp is there.
alter table camp_marks add column camp_name text;
