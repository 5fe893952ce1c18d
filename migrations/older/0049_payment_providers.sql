-- A payment is taken by one of several providers. docs/decisions/0076-one-port-for-payment-providers.md

alter table payments add column provider text not null default 'cards' check (provider in ('cards', 'bkash', 'sslcommerz'));
-- The number of the transaction that the buyer finds with the provider, where it is another than the provider's reference.
alter table payments add column transaction_id text unique check (length(transaction_id) between 1 and 255);
-- The provider's page where the buyer pays.
alter table payments add column redirect_url text check (redirect_url ~ '^https?://' and length(redirect_url) <= 2048);
