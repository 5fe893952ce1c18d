-- The days whose openings of papers and readings of numbers the admins were told by e-mail: each day once.
create table reading_reports (
  -- In Dhaka.
  day date primary key,
  reported_at timestamptz not null
);
