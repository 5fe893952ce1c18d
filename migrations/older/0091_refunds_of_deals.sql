-- Each deal of a list tells of the money that went back.
create index refunds_of_deal on refunds (deal_id);
