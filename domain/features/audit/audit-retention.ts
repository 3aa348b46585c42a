/**
 * Retention of the audit log in months: "24 (company setting 12–84)". [trust §3](docs/design/trust.md#3). Also the default of
 * `company.audit_months`.
 */
export const defaultAuditMonths = 24
export const minAuditMonths = 12
export const maxAuditMonths = 84
/** "Networks cut after 12 months." [meeting points](docs/design/meeting-points.md). */
export const networkMonths = 12
/** "Session log entries after six years." [trust §1.3](docs/design/trust.md#1.3). */
export const sessionLogYears = 6
