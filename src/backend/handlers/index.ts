import { reports } from '../../contract/reports.ts'
import { type Route, routesOf } from '../http/router.ts'
import { firstRoutes } from './first-routes.ts'
import { laterRoutes } from './later-routes.ts'
import { reportsHandlers } from './reports.ts'

/** Every operation that has a handler; all others are 404. */
export const allRoutes = (): Route[] => [
  ...firstRoutes(),
  ...laterRoutes(),
  // No page asks for them, so the preview has none.
  ...routesOf('reports', reports, reportsHandlers),
]
