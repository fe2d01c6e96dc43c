import { loadChunk } from '../../../kernel/load-chunk.ts'
import type { UsersContext } from '../users.calls.ts'
import { type ImportEvent, importTransition, isImporting } from '../users.import.ts'

type Mapping = Extract<ImportEvent, { type: 'mapped' }>['patch']

/** Loads the import with the CSV reader as a separate chunk, because few visits import users. */
const importWork = () => import('../users.import-actions.ts')

/** Creates the actions of the import dialog. Every step is a transition of the page's state. */
export const importActions = (context: UsersContext, reload: (emails: readonly string[]) => Promise<void>) => {
  const { apply, get, closeDialog, notify } = context
  const send = (event: ImportEvent) =>
    apply((state) => ({ ...state, importing: importTransition(state.importing, event) }))
  const work = async (run: (loaded: Awaited<ReturnType<typeof importWork>>) => Promise<void>): Promise<void> => {
    const loaded = await loadChunk(importWork).catch(() => undefined)
    if (loaded) await run(loaded)
    else notify('unavailable')
  }
  return {
    importFile: (file: File) => work(({ chooseFile }) => chooseFile(context, file)),
    mapImport: (patch: Mapping) => send({ type: 'mapped', patch }),
    checkImport: () => work(({ checkFile }) => checkFile(context)),
    /** Starts the import, or resumes it after a stop. */
    runImport: () => work(({ runImport }) => runImport(context)),
    stopImport: () => send({ type: 'stopRequested' }),
    restartImport: () => send({ type: 'restarted' }),
    /** Closes the dialog unless work is running, and shows the invited users. */
    async closeImport(): Promise<void> {
      const { importing } = get()
      if (isImporting(importing)) return
      closeDialog()
      if (importing.step === 'done' || importing.step === 'stopped')
        await reload(importing.ready.map(({ email }) => email))
    },
  }
}
