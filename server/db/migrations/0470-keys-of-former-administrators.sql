-- Keys and webhooks end with their maker's role. Those of people who lost it before that rule, and of platform administrators, end here.
create temporary table former on commit drop as
  select u.id from app_user u where u.type <> 'COMPANY_ADMIN' or u.deleted_on is not null or u.deactivated_on is not null;

insert into event (company_id, id, at, kind, via, data)
select k.company_id, gen_random_uuid(), now(), 'api-key-revoked', 'job', jsonb_build_object(
  'apiKeyId', k.id, 'name', k.name, 'scopes', array_to_string(k.scopes, ', '), 'endsOn', k.expires_on::date)
from api_key k where k.created_by in (select id from former) and k.revoked_on is null and k.expires_on > now();
update api_key set revoked_on = now(), version = version + 1
where created_by in (select id from former) and revoked_on is null and expires_on > now();

insert into event (company_id, id, at, kind, via, data)
select w.company_id, gen_random_uuid(), now(), 'webhook-switched', 'job', jsonb_build_object(
  'webhookId', w.id, 'host', substring(w.url from '^https?://([^/?#]+)'), 'to', 'off', 'because', 'by-hand')
from webhook w where w.created_by in (select id from former) and w.state <> 'off';
update webhook w set state = 'off', off_because = 'by-hand', version = version + 1, cursor = coalesce(
  (select max(position) from event_seal s where s.company_id = w.company_id), 0)
where created_by in (select id from former) and state <> 'off';
