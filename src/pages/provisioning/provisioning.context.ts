import { groupList } from '../../contract/additions/group-list.ts'
import { guarantees } from '../../contract/additions/guarantees.ts'
import { provisioningConnections } from '../../contract/additions/provisioning-connections.ts'
import { groups } from '../../contract/groups.ts'
import { provisioning } from '../../contract/provisioning.ts'
import { team } from '../../contract/team.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../parts/page-kit/page-context.ts'
import { initialProvisioning, type ProvisioningState } from './provisioning.state.ts'

const tables = { groupList, groups, guarantees, provisioning, provisioningConnections, team }

export type ProvisioningContext = PageContext<ProvisioningState, typeof tables>

/** Creates the context that all actions of the page share. */
export const createProvisioningContext = (context: SliceContext<ProvisioningState>): ProvisioningContext =>
  createPageContext(context, { tables, initial: initialProvisioning })
