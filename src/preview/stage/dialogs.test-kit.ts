import type { Name } from '../../testing/by-role.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { createInspector, type Inspector } from './inspector.test-kit.ts'
import { applyLook, DESK } from './looks.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'

/** Helpers for a case about the dialogs of a page. */
export interface Walk {
  portal: Portal
  inspector: Inspector
  /** Checks the page in its current state. */
  look(state: string): Promise<void>
  /** Checks the dialog or part of the page that a click opened, and closes it. */
  lookAt(state: string, name: Name): Promise<void>
  /** Same for each dialog that an action of a row opens. */
  lookAtActions(row: string, actions: readonly (readonly [action: string, state: string, name: Name])[]): Promise<void>
}

/** Opens pages of one backend, and closes them after each case. Call it in a `describe`. */
export const dialogWalks = () => {
  let backstage: Backstage
  let portal: Portal | undefined
  before(async () => {
    backstage = await openBackstage()
    await applyLook(DESK)
  })
  afterEach(async () => {
    await portal?.close()
    portal = undefined
    backstage.intercept()
  })

  const open = async (place: string, as: string): Promise<Walk> => {
    await backstage.signIn(as)
    await portal?.close()
    const own = await openPortal(backstage, place)
    portal = own
    const inspector = createInspector()
    await own.settled()
    const lookAt = async (state: string, name: Name) => {
      const box = await own.dialog(name)
      await own.settled(box)
      await inspector.look(state, own)
      await own.leave(box)
    }
    return {
      portal: own,
      inspector,
      look: async (state) => inspector.look(state, own),
      lookAt,
      async lookAtActions(row, actions) {
        for (const [action, state, name] of actions) {
          await own.rowAction(row, action)
          await lookAt(state, name)
        }
      },
    }
  }
  return { open, backstage: () => backstage }
}
