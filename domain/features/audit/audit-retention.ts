/**
 * Retention of the audit log in months: "24 (company setting 12–84)". Trust design, section 3. Also the default of `company.audit_months`.
 */
export const defaultAuditMonths = 24
export const minAuditMonths = 12
export const maxAuditMonths = 84
/** "Networks cut after 12 months." Meeting points. */
export const networkMonths = 12
/** "Session log entries after six years." Trust design, section 1.3. */
export const sessionLogYears = 6
