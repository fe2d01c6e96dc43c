import { groupList, groups } from '../../contract/groups.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { team } from '../../contract/users.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../parts/page-kit/page-context.ts'
import { initialProvisioning, type ProvisioningState } from './provisioning.state.ts'

const tables = { groupList, groups, guarantees, provisioning, provisioningConnections, team }

export type ProvisioningContext = PageContext<ProvisioningState, typeof tables>

/** Creates the context that all actions of the page share. */
export const createProvisioningContext = (context: SliceContext<ProvisioningState>): ProvisioningContext =>
  createPageContext(context, { tables, initial: initialProvisioning })
