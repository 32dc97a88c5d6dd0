-- Adding a thing used to copy its maker's e-mail and phone into it, for every member of its community to read. Nobody typed them for that
-- thing, so they go; what differs from the account's was typed by somebody and stays. The same for what a borrower's form was filled with.
update resources
set email = case when lower(resources.email) = lower(users.email) then null else resources.email end,
    phone = case when resources.phone = users.phone then null else resources.phone end
from users
where users.id = resources.created_by
  and (lower(resources.email) = lower(users.email) or resources.phone = users.phone);

update loans
set contact = ''
from users
where users.id = loans.borrower_id
  and loans.contact <> ''
  and (lower(loans.contact) = lower(users.email) or loans.contact = users.phone);
