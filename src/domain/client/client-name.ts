import type { ClientRead } from '#/contract/agency.ts'

/** What a client is called: the company, else the e-mail, else the identifier our server gave it (G3). */
export const clientName = ({ company_name, email, client }: ClientRead): string =>
  company_name?.trim() || email || client
