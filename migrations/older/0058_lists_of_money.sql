-- Payments, refunds and the ledger are listed newest first, by day and by state.
create index payments_by_time on payments (created_at);
create index payments_by_state on payments (state, id desc);
create index refunds_by_state on refunds (state, id desc);
create index ledger_entries_by_time on ledger_entries (at);
