-- The answer in the chat after which a memory was spoken: the conversation shows there that it was kept. Not a reference, as
-- with message_id: a memory outlives the conversation.
alter table memories add column after_message_id text;
create index memories_by_answer_before on memories (after_message_id) where after_message_id is not null;

-- How often a language model may still be asked what the memory is about; null when it may not, or need not any more. What was
-- written before there was a model to ask is not sent to one later.
alter table memories add column model_tries_left smallint check (model_tries_left between 0 and 3);
-- Not before: a model that failed is left alone for a while.
alter table memories add column ask_model_after timestamptz;
create index memories_for_model on memories (ask_model_after) where model_tries_left > 0;
