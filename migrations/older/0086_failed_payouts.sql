-- Whoever says that a transfer failed, or came back, does not approve the next one. One step back is enough: the next transfer
-- was approved by somebody else, so a second person has seen each such word before money left again.
alter table payouts drop constraint returned_with_reference;
alter table payouts add constraint failed_with_reason
  check (returned_by is null or (state = 'failed' and failure is not null));
alter table payouts add constraint return_reference_of_a_person
  check (return_reference is null or returned_by is not null);

-- Transfers by bKash that were approved before payouts named their destination, and for which bKash was not asked yet, go to
-- the destination of the approval where it has not changed since.
update payouts set destination_version = destination.version
  from payout_destinations as destination
  where destination.member_id = seller_id and destination.changed_at <= sent_at
    and state = 'sent' and way = 'provider' and sending_at is null and destination_version is null;
