import { runnerCommand } from '../../testing/runner-command.ts'

const HEIGHT = 844

export interface Look {
  scheme: 'light' | 'dark'
  width: 1920 | 1440 | 1280 | 1200 | 768 | 390
}

export const DESK: Look = { scheme: 'light', width: 1280 }
export const PHONE: Look = { scheme: 'light', width: 390 }

/** `npm test` judges each state in the first of them; `FE_LOOKS=all` judges it in all. */
export const LOOKS: readonly Look[] =
  process.env.FE_LOOKS === 'all'
    ? [
        PHONE,
        { scheme: 'dark', width: 390 },
        DESK,
        { scheme: 'dark', width: 1280 },
        { scheme: 'light', width: 768 },
        { scheme: 'dark', width: 768 },
      ]
    : [PHONE]

let worn: Look | undefined

const nextFrame = () => new Promise(requestAnimationFrame)

/** Dialogs of the browser's top layer follow the size of the page, everything else that of its container. */
export const wear = async ({ scheme, width }: Look): Promise<void> => {
  if (worn?.scheme === scheme && worn.width === width) return
  if (worn?.scheme !== scheme) await runnerCommand('emulate-media', { colorScheme: scheme, reducedMotion: 'reduce' })
  if (worn?.width !== width) await runnerCommand('set-viewport', { width, height: HEIGHT })
  worn = { scheme, width }
  // Observers of sizes are notified with the next frame, and what they change is drawn in the one after it.
  await nextFrame()
  await nextFrame()
}
