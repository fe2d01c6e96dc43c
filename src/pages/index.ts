import type { PageDefinition } from '../feature/define-page.ts'
import { accountPage } from './account/index.ts'
import { allAccountsPage } from './all-accounts/index.ts'
import { apiTokensPage } from './api-tokens/index.ts'
import { auditsPage } from './audits/index.ts'
import { groupsPage } from './groups/index.ts'
import { personalApiTokensPage } from './personal-api-tokens/index.ts'
import { privacyPage } from './privacy/index.ts'
import { profilePage } from './profile/index.ts'
import { provisioningPage } from './provisioning/index.ts'
import { rolesPage } from './roles/index.ts'
import { securityPage } from './security/index.ts'
import { ssoPage } from './sso/index.ts'
import { subscriptionPage } from './subscription/index.ts'
import { usagePage } from './usage/index.ts'
import { usersPage } from './users/index.ts'
import { webhooksPage } from './webhooks/index.ts'

/** All pages of the admin portal, in menu order. */
export const pages: readonly PageDefinition[] = [
  profilePage,
  privacyPage,
  accountPage,
  usersPage,
  groupsPage,
  rolesPage,
  securityPage,
  auditsPage,
  ssoPage,
  provisioningPage,
  allAccountsPage,
  subscriptionPage,
  usagePage,
  personalApiTokensPage,
  apiTokensPage,
  webhooksPage,
]
