-- What this server called others for, and with what, is no longer kept: a line in its log tells of each call, without what was sent.
drop function forget_sent_words, forget_sent_thing cascade;
drop table outbound_calls;
