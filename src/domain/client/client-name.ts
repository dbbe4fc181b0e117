import type { ClientRead } from '#/contract/agency.ts'

/** Company, else e-mail, else the id by our server (G3). */
export const clientName = ({ company_name, email, client }: ClientRead): string =>
  company_name?.trim() || email || client
