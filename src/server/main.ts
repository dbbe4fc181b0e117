import { serve } from './boot.ts'
import { builtSite } from './built-site.ts'

await serve(builtSite)
