import { answerCalls } from '#/api/worker-call.ts'
import { type AnalyticsCalls, createAnalyticsService } from './service.ts'

answerCalls<AnalyticsCalls>(createAnalyticsService())
