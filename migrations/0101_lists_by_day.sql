-- The admin's lists of what happened on some days: each number of the overview opens one of them.
create index deals_by_request on deals (requested_at);
create index deals_by_acceptance on deals (accepted_at) where accepted_at is not null;
create index deals_by_hold on deals (held_at) where held_at is not null;
create index deals_by_handover on deals (handed_over_at) where handed_over_at is not null;
create index bikes_by_sale on bikes (sold_at) where sold_at is not null;
create index members_by_joining on members (created_at) where role <> 'Admin';
