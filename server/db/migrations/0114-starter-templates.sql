-- The seven templates that every new company gets (`starter-templates.ts`), for existing companies.
with starter (place, name, audience, steps, event, subject, body) as (values
  (1, $text$Chase vendor’s solicitor$text$, '{vendorSolicitor}', '{31,35,24,25}', null, $text${line1, Our sales}: what is outstanding$text$,
    $text$Dear {recipient},

We are writing about the following, where you act for the vendor:

{#sales}{address}
{steps, Please let us know how this sale stands.}

{/sales}We would be grateful for a short reply, or a call, with the day by which we can expect each of them.

Kind regards,
{progressor.name, Sales progression}
{company}$text$),
  (2, $text$Chase buyer’s solicitor$text$, '{buyerSolicitor}', '{32,33,34,22,23}', null, $text${line1, Our sales}: what is outstanding$text$,
    $text$Dear {recipient},

We are writing about the following, where you act for the buyer:

{#sales}{address}
{steps, Please let us know how this sale stands.}

{/sales}We would be grateful for a short reply, or a call, with the day by which we can expect each of them.

Kind regards,
{progressor.name, Sales progression}
{company}$text$),
  (3, $text$Chase broker$text$, '{vendorBroker,buyerBroker}', '{26,27,28,29}', null, $text${line1, Our sales}: the mortgage$text$,
    $text$Dear {recipient},

We are writing about the mortgage for the following:

{#sales}{address}
{steps, Please let us know how this sale stands.}

{/sales}We would be grateful for a short reply, or a call, with the day by which we can expect each of them.

Kind regards,
{progressor.name, Sales progression}
{company}$text$),
  (4, $text$All parties$text$, '{vendor,buyer,vendorSolicitor,buyerSolicitor,vendorBroker,buyerBroker,vendorContact,buyerContact}', '{}', null, $text${line1, Your sale}: how it stands$text$,
    $text$Dear {recipient},

this is where the sale of {address, the property} stands.

We are working towards exchange on {expectedExchange, a day that is still to be agreed}. If there is anything that could hold it up, please tell us.

Kind regards,
{progressor.name, Sales progression}
{company}$text$),
  (5, $text$Offer accepted: vendor$text$, '{vendor}', '{}', 'offerAccepted', $text${line1}: offer accepted$text$,
    $text$Dear {recipient},

we are pleased to confirm that you have accepted an offer of {agreedPrice} for {address}.

We will now send the memorandum of sale to both solicitors. Please tell us who acts for you if you have not done so yet.

Kind regards,
{progressor.name, Sales progression}
{company}$text$),
  (6, $text$Offer accepted: buyer$text$, '{buyer}', '{}', 'offerAccepted', $text${line1}: your offer has been accepted$text$,
    $text$Dear {recipient},

we are pleased to confirm that your offer of {agreedPrice} for {address} has been accepted.

We will now send the memorandum of sale to both solicitors. Please tell us who acts for you, and which lender you are using, if you have not done so yet.

Kind regards,
{progressor.name, Sales progression}
{company}$text$),
  (7, $text$Exchanged$text$, '{vendor,buyer}', '{}', 'exchanged', $text${line1}: contracts exchanged$text$,
    $text$Dear {recipient},

contracts have been exchanged on {address}: the sale is now binding. Completion is on {completionDate, a day that your solicitor will confirm}.

We will be in touch about the keys before then.

Kind regards,
{progressor.name, Sales progression}
{company}$text$)
),
template as (
  insert into message_template (company_id, id, name, channel, audience, steps, event, current_number, createdon)
  select c.id, gen_random_uuid(), s.name, 'email', s.audience::text[], s.steps::smallint[], s.event, 1, c.createdon
  from company c cross join starter s
  returning company_id, id, name, createdon
)
insert into message_template_text (company_id, template_id, number, subject, body, saved_on)
select t.company_id, t.id, 1, s.subject, s.body, t.createdon from template t join starter s on s.name = t.name;
