-- The number of these notices to the seller is the seller's part from now on. The one that older notices have is the buyer's,
-- and no sentence named it.
update notifications set number = null
from deals
where deals.id = notifications.deal_id and notifications.member_id = deals.seller_id and notifications.number is not null
  and notifications.kind in ('cancelled_by_buyer', 'buyer_no_show', 'decided');
