/** Retention of the audit log in months: "24 (company setting 12–84)". Design of trust, section 3. Also the default of `company.audit_months`. */
export const defaultAuditMonths = 24
export const minAuditMonths = 12
export const maxAuditMonths = 84
