-- From here on `user_agent` holds what a device is called, such as "Chrome on Android". What browsers had said of themselves goes.
update sessions set user_agent = null where user_agent is not null;
