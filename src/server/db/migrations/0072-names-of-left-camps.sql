-- The name of a camp that an import took off the map, so that its notes stay readable. Read only while the camp is not there.
alter table camp_marks add column camp_name text;
