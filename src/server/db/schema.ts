// Generated from the migrations by scripts/generate-schema.ts: change those, then run it.
import type { Generated, GeneratedAlways } from "kysely";

export interface Schema {
  accounts: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    password: string | null;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: Date | null;
    refresh_token_expires_at: Date | null;
    scope: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  address_answers: {
    question: string;
    suggestions: unknown;
    asked_at: Generated<Date>;
  };
  audit_log: {
    id: GeneratedAlways<number>;
    at: Generated<Date>;
    actor_id: string | null;
    event: string;
    object_id: string | null;
    detail: Generated<unknown>;
  };
  camp_marks: {
    user_id: string;
    camp_id: string;
    is_favourite: Generated<boolean>;
    note: Generated<string>;
    updated_at: Generated<Date>;
    camp_name: string | null;
  };
  camp_years: {
    year: string;
    is_current: Generated<boolean>;
    locations_from: Date | null;
    content_hash: string;
    imported_at: Generated<Date>;
  };
  camps: {
    id: string;
    year: string;
    name: string;
    latitude: number | null;
    longitude: number | null;
    data: unknown;
    updated_at: Generated<Date>;
    card: Generated<unknown>;
  };
  communities: {
    id: string;
    name: string;
    description: Generated<string>;
    address: Generated<string>;
    city: Generated<string>;
    tags: Generated<string[]>;
    type: Generated<string>;
    status: Generated<string>;
    camp_id: string | null;
    latitude: number | null;
    longitude: number | null;
    profile_photo: string | null;
    cover_photo: string | null;
    created_by: string | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    join_questions: Generated<string[]>;
  };
  community_admin_invitations: {
    community_id: string;
    user_id: string;
    invited_by: string | null;
    created_at: Generated<Date>;
  };
  community_elevations: {
    community_id: string;
    session_id: string;
    user_id: string;
    until: Date;
  };
  community_invites: {
    community_id: string;
    nonce: string;
    made_by: string;
    made_at: Generated<Date>;
  };
  community_logins: {
    community_id: string;
    admin_username: string;
    username_key: string;
    password_hash: string;
    updated_at: Generated<Date>;
  };
  community_people: {
    community_id: string;
    user_id: string;
    role: string;
    since: Generated<Date>;
  };
  community_requests: {
    id: string;
    community_id: string;
    user_id: string;
    state: Generated<string>;
    answers: Generated<unknown>;
    created_at: Generated<Date>;
    decided_at: Date | null;
  };
  companion_choices: {
    user_id: string;
    companion: string;
    has_chosen: boolean;
    chosen_at: Generated<Date>;
  };
  companion_codes: {
    companion: string;
    code: string;
  };
  companion_discoveries: {
    user_id: string;
    companion: string;
    trigger: string;
    discovered_at: Generated<Date>;
  };
  daily_quests: {
    user_id: string;
    day: string;
    unlocked_at: Generated<Date>;
    memory_id: string | null;
    quest: string | null;
    explanation: string | null;
    cheat_code: number | null;
    origin: string | null;
    model: string | null;
    completed_at: Date | null;
  };
  data_epochs: {
    id: Generated<string>;
    begun_at: Generated<Date>;
    set_back_to: Date | null;
  };
  departed: {
    user_id: string;
    left_at: Generated<Date>;
  };
  discoveries: {
    user_id: string;
    kind: string;
    place_id: string;
    discovered_at: Generated<Date>;
  };
  events: {
    id: GeneratedAlways<number>;
    seq: number | null;
    channel: string;
    event: string;
    data: unknown;
    created_at: Generated<Date>;
  };
  idempotency_keys: {
    user_id: string;
    key: string;
    endpoint_id: string;
    request_hash: string;
    status: number | null;
    answer: unknown;
    created_at: Generated<Date>;
  };
  loan_confirmations: {
    loan_id: string;
    step: string;
    side: string;
    at: Date;
    place: string | null;
  };
  loans: {
    id: string;
    resource_id: string;
    borrower_id: string;
    borrower_name: string;
    state: Generated<string>;
    first_day: string;
    last_day: string;
    message: Generated<string>;
    contact: Generated<string>;
    answer: Generated<string>;
    condition_note: Generated<string>;
    condition_photo: string | null;
    handed_over_at: Date | null;
    returned_at: Date | null;
    overdue_told_at: Date | null;
    maintenance_told: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    awaits_check: Generated<boolean>;
  };
  mem0_copies: {
    owner: string;
    memory_id: string;
    is_wanted: Generated<boolean>;
    is_pending: Generated<boolean>;
    wishes: Generated<number>;
    remote_ids: Generated<string[]>;
    uncertain_since: Date | null;
  };
  mem0_owners: {
    owner: string;
    user_id: string | null;
    is_on: boolean;
    not_before: Date | null;
    held_until: Date | null;
    tries: Generated<number>;
  };
  memories: {
    id: string;
    user_id: string;
    type: string;
    content: string;
    title: string | null;
    keywords: Generated<string[]>;
    source: Generated<string>;
    metadata: Generated<unknown>;
    message_id: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    version: Generated<number>;
    seq: GeneratedAlways<number>;
    after_message_id: string | null;
    model_tries_left: number | null;
    ask_model_after: Date | null;
    stays_from_models: Generated<boolean>;
  };
  messages: {
    id: string;
    thread_id: string;
    parent_id: string | null;
    role: string;
    text: string;
    reasoning: Generated<string>;
    sources: Generated<unknown>;
    model: string | null;
    created_at: Generated<Date>;
    ui: unknown;
    steps: Generated<unknown>;
    stays_from_models: Generated<boolean>;
    given_memories: Generated<string[]>;
  };
  model_budgets: {
    bucket: string;
    window_start: Date;
    used: number;
  };
  muted_notifications: {
    user_id: string;
    kind: string;
  };
  need_answers: {
    id: string;
    need_id: string;
    user_id: string;
    pseudonym: string;
    message: string;
    created_at: Generated<Date>;
  };
  need_matches: {
    need_id: string;
    resource_id: string;
    rank: number;
    seeker_told: Generated<boolean>;
    owner_told: Generated<boolean>;
  };
  needs: {
    id: string;
    user_id: string;
    state: Generated<string>;
    is_shared: Generated<boolean>;
    place: string | null;
    latitude: number | null;
    longitude: number | null;
    looked_at: Date | null;
    created_at: Generated<Date>;
    aside_until: Date | null;
  };
  notifications: {
    id: string;
    user_id: string;
    kind: string;
    text: string;
    link: string | null;
    read_at: Date | null;
    deliver_after: Generated<Date | null>;
    tries: Generated<number>;
    created_at: Generated<Date>;
  };
  omi_codes_sent: {
    id: string;
    uid: string;
    user_id: string | null;
    sent_at: Generated<Date>;
    code_hash: string | null;
  };
  omi_forgotten: {
    user_id: string;
    memory_id: string;
  };
  omi_links: {
    user_id: string;
    uid: string;
    linked_at: Generated<Date>;
    pulled_at: Date | null;
    tried_at: Date | null;
    trouble: string | null;
    memories_next: Generated<number | null>;
    conversations_next: Generated<number | null>;
    walked_at: Date | null;
  };
  omi_proofs: {
    user_id: string;
    uid: string;
    code_hash: string | null;
    expires_at: Date | null;
    tries_left: Generated<number>;
    named_at: Generated<Date>;
  };
  omi_states: {
    state_hash: string;
    user_id: string;
    session_id: string;
    expires_at: Date;
  };
  omi_writes: {
    id: string;
    user_id: string;
    kind: string;
    body: unknown;
    send_after: Date | null;
    sent_at: Date | null;
    tries: Generated<number>;
    created_at: Generated<Date>;
    refused_at: Date | null;
    refusal: string | null;
  };
  outbound_turns: {
    name: string;
    next_at: Date;
  };
  passkeys: {
    id: string;
    user_id: string;
    name: string | null;
    public_key: string;
    credential_id: string;
    counter: number;
    device_type: string;
    backed_up: boolean;
    transports: string | null;
    aaguid: string | null;
    created_at: Date | null;
  };
  photos: {
    path: string;
    owner_id: string;
    purpose: string;
    size: number;
    width: number;
    height: number;
    sha256: string;
    is_stored: Generated<boolean>;
    used_by: string | null;
    unused_since: Generated<Date | null>;
    created_at: Generated<Date>;
  };
  push_subscriptions: {
    endpoint: string;
    user_id: string;
    session_id: string;
    p256dh: string;
    auth: string;
    created_at: Generated<Date>;
  };
  rate_limits: {
    bucket: string;
    window_start: Date;
    hits: number;
  };
  recording_parts: {
    recording: string;
    part: number;
    created_at: Generated<Date>;
  };
  reset_codes: {
    user_id: string;
    code_hash: string;
    tries_left: number;
    expires_at: Date;
    created_at: Generated<Date>;
    is_operators: Generated<boolean>;
  };
  resource_history: {
    id: GeneratedAlways<number>;
    resource_id: string;
    action: string;
    place: string | null;
    at: Generated<Date>;
  };
  resource_tags: {
    resource_id: string;
    code: string;
    mark: string;
    made_at: Generated<Date>;
  };
  resources: {
    id: string;
    community_id: string;
    type: string;
    title: string;
    description: string;
    tags: Generated<string[]>;
    status: Generated<string>;
    availability: Generated<string>;
    address: string | null;
    latitude: number | null;
    longitude: number | null;
    email: string | null;
    phone: string | null;
    photos: Generated<string[]>;
    created_by: string;
    pseudonym: string;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  run_frames: {
    run_id: string;
    last_seq: number;
    frames: unknown;
  };
  runs: {
    id: string;
    message_id: string;
    thread_id: string;
    state: string;
    error: string | null;
    stop_requested: Generated<boolean>;
    heartbeat_at: Generated<Date>;
    started_at: Generated<Date>;
    ended_at: Date | null;
  };
  search_changes: {
    number: GeneratedAlways<number>;
    document_id: string;
    written_in: Generated<number>;
    written_at: Generated<Date>;
  };
  search_documents: {
    id: string;
    kind: string;
    owner_id: string | null;
    community_id: string | null;
    companion: string | null;
    title: string;
    body: string;
    place: string | null;
    latitude: number | null;
    longitude: number | null;
    content_hash: GeneratedAlways<string>;
    updated_at: Generated<Date>;
    tsv: GeneratedAlways<string>;
  };
  search_embedding_claims: {
    document_id: string;
    model: string;
    until: Date;
  };
  search_embeddings: {
    document_id: string;
    model: string;
    passage: number;
    dimensions: number;
    content_hash: string;
    embedding: string;
    embedded_at: Generated<Date>;
  };
  sessions: {
    id: string;
    user_id: string;
    token: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  surveys: {
    id: string;
    title: string;
    description: string;
    study_type: string;
    compensation: Generated<string>;
    survey_url: string;
    expires_at: Date | null;
    created_at: Generated<Date>;
  };
  telegram_codes: {
    user_id: string;
    code_hash: string;
    expires_at: Date;
  };
  telegram_links: {
    user_id: string;
    chat_id: string;
    name: string | null;
    thread_id: string | null;
    linked_at: Generated<Date>;
  };
  telegram_proposals: {
    id: string;
    user_id: string;
    content: string;
    created_at: Generated<Date>;
  };
  telegram_unanswered: {
    id: string;
    update_id: number;
    chat_id: string;
    user_id: string;
    content: unknown;
    held_until: Date;
    tries: Generated<number>;
  };
  telegram_unsent: {
    id: GeneratedAlways<number>;
    chat_id: string;
    user_id: string | null;
    text: string;
    buttons: unknown;
    quotes: Generated<string[]>;
    thread_id: string | null;
    created_at: Generated<Date>;
    send_after: Date;
  };
  telegram_updates: {
    update_id: number;
    heard_at: Generated<Date>;
  };
  threads: {
    id: string;
    user_id: string;
    companion: string;
    title: string;
    active_leaf_id: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  users: {
    id: string;
    pseudonym: string;
    pseudonym_key: string | null;
    internal_email: string | null;
    internal_email_verified: Generated<boolean>;
    image: string | null;
    is_anonymous: Generated<boolean>;
    email: string | null;
    phone: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    use_rag: boolean | null;
  };
  verifications: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  vibes: {
    owner_id: string;
    quaternion: number[];
    sentiment: number;
    intensity: number;
    updated_at: Generated<Date>;
  };
}
