import type { PageDefinition } from '../feature/define.ts'
import { profilePage } from './profile/index.ts'
import { usersPage } from './users/index.ts'

/** Every page of the admin portal, in the order of the menu. */
export const pages: readonly PageDefinition[] = [profilePage, usersPage]
