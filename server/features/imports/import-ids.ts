export type ImportIds = { companyId: string; importId: string }
export type FileIds = ImportIds & { fileId: string }
