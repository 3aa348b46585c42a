-- Whoever replaced a temporary password that was mailed has read the mail: their address is confirmed, unless it was changed since.
update app_user u set email_verified = true
where not u.email_verified and u.pending_email is null and u.deleted_on is null and not u.password_reset
  and exists (
    select from audit a
    where a.company_id = u.company_id and a.user_id = u.id and a.kind = 'password-changed' and a.data ->> 'how' = 'forced'
      and not exists (
        select from audit e
        where e.company_id = u.company_id and e.about_user_id = u.id and e.kind = 'email-changed' and e.at > a.at
      )
  );
