-- The letter for a forgotten password is written later, by nobody's request: the language of the page is noted with it.
alter table forgotten_passwords add column language text not null default 'en' check (language in ('en', 'bn'));
