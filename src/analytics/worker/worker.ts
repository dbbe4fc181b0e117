import { answerCalls } from '#/api/worker/worker-call.ts'
import { type AnalyticsCalls, createAnalyticsService } from './service.ts'

answerCalls<AnalyticsCalls>(createAnalyticsService())
