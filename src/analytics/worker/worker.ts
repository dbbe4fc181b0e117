import { answerCalls } from '#/api/worker-call.ts'
import type { AnalyticsCalls } from './protocol.ts'
import { createAnalyticsService } from './service.ts'

answerCalls<AnalyticsCalls>(createAnalyticsService())
