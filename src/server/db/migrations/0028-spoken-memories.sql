-- The answer in the chat after which a memory was spoken: the conversation shows there that it was kept. Not a reference, as
-- with message_id: a memory outlives the conversation.
alter table memories add column after_message_id text;
create index memories_by_answer_before on memories (after_message_id) where after_message_id is not null;
