/** The company of what belongs to none: the platform's own lines of the audit and sessions of its administrators. */
export const platformCompanyId = '00000000-0000-0000-0000-000000000000'
