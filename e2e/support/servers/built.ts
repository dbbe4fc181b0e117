import process from 'node:process'
import { serve } from '#/server/boot.ts'
import { createSite } from '#/server/document/static.ts'

/** main.ts has no option for the build. */
await serve(({ transport }) => createSite(process.argv[2]!, transport))
