-- Members: buyers, sellers and the admin. Ids are UUIDv7 that the server creates. State is a time, not a flag.

-- ---------- names ----------

-- A name without case, spaces and signs: two names that differ only in these count as one.
create function normalize_name(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(name, NFKC), '[\s.,_''’-]+', '', 'g'));

-- What a name looks like, after Unicode Technical Standard 39: the same for "Rahim Uddin" and for "Rahіm-Uddín" with a
-- Cyrillic і. `toNameSkeleton` of contract/names/skeleton.ts does the same; a test compares them.
create function name_skeleton(name text) returns text language sql immutable parallel safe
  return replace(regexp_replace(translate(
    regexp_replace(
      normalize(regexp_replace(translate(name, '০১২৩৪৫৬৭৮৯', '0123456789'), '[™℠®©]', '', 'g'), NFKD),
      '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g'),
      U&'\01a7\01a8\01bb\03e8\03e9\14bf\a644\a645\a6ef\a75a\a75b' ||
      U&'\01b7\021c\021d\025c\0292\0417\0437\0498\0499\04e0\04e1\2ccc\2ccd\a76a\a76b\a7ab\+0118aa\+0118ca' ||
      U&'\+016f3b\+01d206' ||
      U&'\13ce\ab9e\+0118af\+0118cf' ||
      U&'\01bc\+0118bb\+0118db' ||
      U&'\0431\13ee\2cd2\2cd3\abbe\+0118d5' ||
      U&'\+0104d2\+0104fa\+0118c6\+01d212' ||
      U&'\0222\0223\0a6a\0b03\+01031a\+01e8cb' ||
      U&'\0a67\0b68\0d6d\2cca\2ccb\a76e\a76f\+0118ac\+0118b6\+0118cc\+0118d6' ||
      U&'@A\0251\0391\03b1\0410\0430\13aa\15c5\2376\237a\2c6d\a4ee\ab7a\+0102a0\+016f40' ||
      U&'B\0180\0181\0182\0183\0184\0185\0243\0253\0392\03b2\0411\0412\042c\0432\044c\0462\0463' ||
      U&'\048c\048d\13cf\13f4\13fc\15af\15f7\a4d0\a7b4\a7b5\ab9f\+010282\+0102a1\+010301' ||
      U&'C\00a2\023b\023c\03a3\03c2\0421\0441\04aa\04ab\13df\1d04\20a1\2ca4\2ca5\a4da\abaf\+0102a2' ||
      U&'\+010302\+010415\+01043d\+01051c\+0118e9\+0118f2\+01f74c' ||
      U&'D\00d0\00f0\0110\0111\0189\018a\018b\018c\0256\0257\0500\0501\13a0\13e7\146f\15de\15ea' ||
      U&'\20ab\a4d2\a4d3\ab70\abb7' ||
      U&'E\0246\0247\0395\03b5\0415\0435\04bc\04bd\04be\04bf\13ac\212e\22ff\2d39\a4f0\ab32\ab7c' ||
      U&'\+010286\+0118a6\+0118ae\+0118ce' ||
      U&'F\0191\0192\03dc\03dd\0554\0584\15b4\1d6e\1e9d\a4dd\a798\a799\ab35\+010287\+0102a5\+010525\+0118a2' ||
      U&'\+0118c2\+01d213' ||
      U&'G\018d\0193\01e4\01e5\0260\0261\050c\050d\0551\0581\13c0\13f3\13fb\1d83\a4d6\a7ac\ab90' ||
      U&'H\0126\0127\0266\0397\040b\041d\043d\045b\04a2\04a3\04ba\04bb\04c7\04c8\04c9\04ca\0540' ||
      U&'\0570\13bb\13c2\13f2\13fa\157c\2c67\2c68\2c8e\2c8f\a4e7\a694\a695\a7aa\ab8b\ab92\+0102cf' ||
      U&'1ILl|\0131\0141\0142\0196\0197\019a\01c0\023d\0268\0269\026a\026b\026d' ||
      U&'\0399\03b9\0406\0456\04c0\04cf\05c0\05d5\05df\0627\0661\06f1\07ca\13a5\13de\14aa\16c1\1d7b' ||
      U&'\1d7c\2223\2373\2378\23fd\2502\2c62\2c92\2c93\2cd0\2cd1\2d4f\a4e1\a4f2\a646\a647\a7ae\ab75' ||
      U&'\abae\+01028a\+010309\+010320\+01041b\+010443\+010526\+0118a3\+0118b2\+0118c3\+0118d2\+016f16\+016f28\+01d22a\+01e8c7' ||
      U&'J\0248\0249\029d\037f\03f3\0408\0458\13ab\148d\a4d9\a7b2\ab7b' ||
      U&'K\0198\0199\039a\03ba\041a\043a\049a\049b\049e\049f\13e6\16d5\20ad\2c69\2c6a\2c94\2c95' ||
      U&'\a4d7\a740\a741\abb6\+010518' ||
      U&'M\0271\039c\03bc\03fa\03fb\041c\043c\04cd\04ce\13b7\15f0\16d6\1d6f\20a5\2c6e\2c98\2c99' ||
      U&'\a4df\ab87\+0102b0\+010311\+011700\+0118e3' ||
      U&'N\019d\019e\0220\0272\0273\039d\03b7\0548\054c\0578\057c\1d70\2c9a\2c9b\a4e0\+01018e\+010513' ||
      U&'0O\00d8\00f8\019f\0275\0398\039f\03b8\03bf\03c3\041e\043e\0472\0473\04e8\04e9\0555' ||
      U&'\0585\05e1\0647\0665\06be\06c1\06d5\06f5\06ff\07c0\0966\0a66\0ae6\0b20\0b66\0be6\0c02\0c66' ||
      U&'\0c82\0ce6\0d02\0d20\0d66\0d82\0e50\0ed0\101d\1040\10ff\12d0\13a4\13be\13eb\1cbf\1d0f\1d11' ||
      U&'\2296\229d\236c\2c9e\2c9f\2d31\2d41\2d54\3007\a4f3\a74a\a74b\ab3d\ab3e\ab74\ab8e\abbb\+010292' ||
      U&'\+0102ab\+010404\+01042c\+0104c2\+0104ea\+010516\+0114d0\+0118a8\+0118b5\+0118b7\+0118c8\+0118d7\+0118e0\+01d21a\+01f714' ||
      U&'P\01a4\01a5\03a1\03c1\0420\0440\13e2\146d\1d7d\2374\2c63\2ca2\2ca3\a4d1\abb2\+010295' ||
      U&'Q\02a0\051a\051b\0533\0536\0563\0566\2d55' ||
      U&'R\01a6\024c\024d\027c\027d\0280\0413\0433\0492\0493\13a1\13b1\13d2\1587\1d26\1d72\2c64' ||
      U&'\2c84\2c85\a4e3\ab47\ab48\ab71\ab81\aba2\+0104b4\+0104dc\+016f35\+01d216' ||
      U&'$S\01bd\0282\0405\0455\054f\057f\13d5\13da\1d74\a4e2\a731\a7c5\aba5\abaa\+010296\+010420' ||
      U&'\+010448\+0118a1\+0118c1\+016f3a' ||
      U&'T\0166\0167\01ac\01ad\01ae\023e\0288\03a4\03c4\0422\0442\04ac\04ad\13a2\1d75\20ae\22a4' ||
      U&'\2361\27d9\2c66\2ca6\2ca7\a4d4\ab72\+010297\+0102b1\+010315\+0118bc\+016f0a\+01f768' ||
      U&'U\01b2\0244\0289\028b\03c5\054d\057d\1200\13cc\144c\1d1c\1d7e\222a\22c3\a4f4\a79e\a79f' ||
      U&'\ab4e\ab52\ab9c\+0104ce\+0104f6\+0118b8\+0118d8\+016f42' ||
      U&'V\03bd\0474\0475\05d8\0667\06f7\13d9\142f\1d20\2228\22c1\2d38\a4e6\a6df\aba9\+010197\+01051d' ||
      U&'\+011706\+0118a0\+0118c0\+016f08\+01d20d\+01f708' ||
      U&'W\019c\026f\0460\0461\051c\051d\0531\0561\13b3\13d4\1d21\20a9\a4ea\a760\a761\ab83\aba4' ||
      U&'\+0114c5\+01170a\+01170e\+01170f\+0118e6\+0118ef' ||
      U&'X\00d7\03a7\03c7\0425\0445\04b2\04b3\1541\157d\166d\166e\16b7\2573\292b\292c\2a2f\2a30' ||
      U&'\2cac\2cad\2d5d\a4eb\a7b3\ab53\+010196\+010290\+0102b4\+010317\+010322\+010527\+0118ec' ||
      U&'Y\00a5\0194\01b3\01b4\024e\024f\0263\028f\0393\03a5\03b3\0423\0443\04ae\04af\04b0\04b1' ||
      U&'\10e7\13a9\13bd\1ca7\1d8c\1efe\1eff\2ca8\2ca9\a4ec\ab5a\ab79\ab8d\+0102b2\+0118a4\+0118dc\+016f43' ||
      U&'Z\01b5\01b6\0224\0225\0290\0396\03b6\13c3\1d22\1d76\a4dc\ab93\+0102f5\+0118a9\+0118c4\+0118c9\+0118e5',
      '22222222222333333333333333333334444555666666777788888899999999999aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbcccccccccccccccccccccccccdddddddddddddddddddddddeeeeeeeeeeeeeeeeeeeeeeffffffffffffffffffffgggggggggggggggggghhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiijjjjjjjjjjjjjkkkkkkkkkkkkkkkkkkkkkkkmmmmmmmmmmmmmmmmmmmmmmmmnnnnnnnnnnnnnnnnnnooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooopppppppppppppppppqqqqqqqqqrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrsssssssssssssssssssssstttttttttttttttttttttttttttttttuuuuuuuuuuuuuuuuuuuuuuuuuuvvvvvvvvvvvvvvvvvvvvvvvvwwwwwwwwwwwwwwwwwwwwwwwwxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyzzzzzzzzzzzzzzzzzz'),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u02B0-\u02FF\u0964\u0965\u09F2\u09F3\u09FA-\u09FE\u2000-\u206F\u20A0-\u20CF\u2190-\u245F\u2500-\u2BFF\u2E00-\u2E7F\u3000-\u303F\uFE00-\uFE1F\uFE30-\uFE6F\uFEFF\uFFF0-\uFFFF\U0001F000-\U0001FAFF\U000E0000-\U000E0FFF]',
    '', 'g'), 'rn', 'm');

-- ---------- members ----------

create table members (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  email text not null constraint email_taken unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  -- Of the account with the sign-in provider, or a picture that was uploaded here.
  photo_url text
    check ((photo_url like 'https://%' or photo_url ~ '^/pictures/[0-9a-f]{32}\.webp$') and length(photo_url) <= 500),
  role text not null check (role in ('Buyer', 'Seller', 'Admin')),
  -- Set exactly while the member has a badge that has not ended.
  verified_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  has_second_factor boolean not null default false,
  -- The language of the page at the last visit.
  language text not null default 'en' check (language in ('en', 'bn')),
  -- When a mail server last said that the address does not exist.
  email_bounced_at timestamptz,
  -- When the first proof of the address ended all logins, because somebody else may have registered it. Null otherwise.
  logins_ended_at timestamptz,
  -- The key of the request that created the account: the same request sent again after a lost answer finds it.
  sign_up_key uuid,
  -- Not null while the member is suspended; a job empties it when the time has passed.
  suspended_until timestamptz,
  -- Who both buys and sells is a seller in the column `role`, which holds one.
  both_roles_since timestamptz,
  constraint only_sellers_are_verified check (verified_at is null or role = 'Seller'),
  constraint both_roles_are_of_seller check (both_roles_since is null or role = 'Seller'),
  constraint admin_is_not_suspended check (suspended_until is null or role <> 'Admin')
);
create index active_members_by_role on members (role, id desc) where removed_at is null;
-- The names that a new seller may not imitate.
create index members_by_normalized_name on members (normalize_name(name)) where role <> 'Buyer' and removed_at is null;
create index members_by_name_skeleton on members (name_skeleton(name)) where role <> 'Buyer' and removed_at is null;
-- The clean-up of pictures asks for each picture that no bike uses whether it is a member's photo.
create index members_by_photo on members (photo_url) where photo_url is not null;
create index members_suspended on members (suspended_until) where suspended_until is not null;
-- The admin's overview counts sellers without a badge, and the list of sellers shows them alone.
create index sellers_to_verify on members (id desc) where role = 'Seller' and verified_at is null and removed_at is null;

-- A buyer adds the role of seller after proving a mobile number, and a seller that of buyer. A role is only added.
create function allow_added_role_only() returns trigger language plpgsql as $$
begin
  if old.both_roles_since is not null and new.both_roles_since is distinct from old.both_roles_since
    or new.role <> old.role
      and not (old.role = 'Buyer' and new.role = 'Seller' and new.both_roles_since is not null) then
    raise exception 'a role is only added' using constraint = 'role_is_only_added';
  end if;
  if new.role <> old.role then
    -- The proof stays until this transaction ends, also where another account proves the number at this moment.
    perform from phone_proofs where member_id = new.id for share;
    if not found then
      raise exception 'a buyer proves a mobile number before selling' using constraint = 'seller_has_phone';
    end if;
  end if;
  return new;
end $$;
create trigger role_is_only_added before update of role, both_roles_since on members
  for each row when ((old.role, old.both_roles_since) is distinct from (new.role, new.both_roles_since))
  execute function allow_added_role_only();

-- Who is removed lists, books, saves and pays for nothing. The lock makes a request and a removal take turns: either the removal
-- finds the new row, or the request finds that the member is removed.
create function require_active_member() returns trigger language plpgsql as $$
declare
  checked_member_id uuid;
begin
  if tg_table_name = 'bikes' then checked_member_id := new.seller_id; else checked_member_id := new.buyer_id; end if;
  perform from members where id = checked_member_id and removed_at is null for share;
  if not found then
    raise exception 'this member has been removed' using constraint = 'member_is_active';
  end if;
  return new;
end $$;

-- A suspended member lists and books nothing.
create function require_not_suspended() returns trigger language plpgsql as $$
declare
  checked_member_id uuid;
begin
  if tg_table_name = 'bikes' then checked_member_id := new.seller_id; else checked_member_id := new.buyer_id; end if;
  -- A suspension locks the member for update, so this waits for one that is not committed yet; the next statement sees it.
  perform from members where id = checked_member_id for key share;
  if exists (select from members where id = checked_member_id and suspended_until is not null) then
    raise exception 'this member is suspended' using constraint = 'member_is_not_suspended';
  end if;
  return new;
end $$;

-- ---------- how many active members of each role there are ----------

-- Counting ten thousand rows takes longer than reading the page that shows the number.
create table member_counts (
  role text primary key check (role in ('Buyer', 'Seller', 'Admin')),
  active_count int not null check (active_count >= 0)
);
insert into member_counts (role, active_count) values ('Buyer', 0), ('Seller', 0), ('Admin', 0);

create function count_joined() returns trigger language plpgsql as $$
begin
  update member_counts set active_count = active_count + change.number
  from (select role, count(*) as number from joined where removed_at is null group by role) as change
  where member_counts.role = change.role;
  return null;
end $$;
create trigger count_joined after insert on members
  referencing new table as joined for each statement execute function count_joined();

create function count_left() returns trigger language plpgsql as $$
begin
  update member_counts set active_count = active_count - change.number
  from (select role, count(*) as number from gone where removed_at is null group by role) as change
  where member_counts.role = change.role;
  return null;
end $$;
create trigger count_left after delete on members
  referencing old table as gone for each statement execute function count_left();

-- A change that removes nobody and restores nobody takes no lock on the counts.
create function count_changed() returns trigger language plpgsql as $$
begin
  update member_counts set active_count = active_count + change.number
  from (
    select role, sum(number) as number
    from (
      select role, 1 as number from after_it where removed_at is null
      union all select role, -1 from before_it where removed_at is null
    ) as each
    group by role having sum(number) <> 0
  ) as change
  where member_counts.role = change.role;
  return null;
end $$;
create trigger count_changed after update on members
  referencing old table as before_it new table as after_it for each statement execute function count_changed();

-- ---------- the audit log ----------

create function audit_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  story jsonb := jsonb_build_object('role', new.role);
begin
  if tg_op = 'INSERT' then
    perform write_audit('member_joined', new.id, null, null, story);
  elsif (new.removed_at is null) <> (old.removed_at is null) then
    perform write_audit(case when new.removed_at is null then 'member_restored' else 'member_removed' end,
      new.id, null, null, story);
  elsif new.email <> old.email then
    perform write_audit('email_changed', new.id, null, null, story);
  end if;
  if (new.verified_at is not null) <> (tg_op = 'UPDATE' and old.verified_at is not null) then
    perform write_audit(case when new.verified_at is null then 'verification_taken' else 'member_verified' end,
      new.id, null, null, story);
  end if;
  if new.has_second_factor <> (tg_op = 'UPDATE' and old.has_second_factor) then
    perform write_audit(case when new.has_second_factor then 'second_factor_on' else 'second_factor_off' end,
      new.id, null, null, story);
  end if;
  return null;
end $$;
create trigger audit_member after insert or update of role, email, verified_at, removed_at, has_second_factor on members
  for each row execute function audit_member();

-- `role` is the one that was added.
create function audit_added_role() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('role_added', new.id, null, null,
    jsonb_build_object('role', case when old.role = 'Buyer' then 'Seller' else 'Buyer' end));
  return null;
end $$;
create trigger audit_added_role after update of both_roles_since on members
  for each row when (old.both_roles_since is null and new.both_roles_since is not null)
  execute function audit_added_role();
