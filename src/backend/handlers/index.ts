import type { Route } from '../http/router.ts'
import { administrationRoutes } from './administration-routes.ts'
import { integrationRoutes } from './integration-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Returns the routes of every operation that has a handler; all others respond with 404. */
export const allRoutes = (): Route[] => [...userRoutes(), ...administrationRoutes(), ...integrationRoutes()]
