import { runnerCommand } from '../../testing/runner-command.ts'

const HEIGHT = 844

export interface Look {
  scheme: 'light' | 'dark'
  width: 1920 | 1440 | 1280 | 1200 | 768 | 390 | 320
}

export const DESK: Look = { scheme: 'light', width: 1280 }
/** The smallest phone, which is also a desktop page at 400 % (WCAG 2.2, 1.4.10). */
export const PHONE: Look = { scheme: 'light', width: 320 }

/** Looks to test: `npm test` checks each state in the first one, `FE_LOOKS=all` in all of them. */
export const LOOKS: readonly Look[] =
  process.env.FE_LOOKS === 'all'
    ? [
        PHONE,
        { scheme: 'light', width: 390 },
        { scheme: 'dark', width: 390 },
        DESK,
        { scheme: 'dark', width: 1280 },
        { scheme: 'light', width: 768 },
        { scheme: 'dark', width: 768 },
      ]
    : [PHONE]

let currentLook: Look | undefined

const nextFrame = () => new Promise(requestAnimationFrame)

/** Dialogs in the browser's top layer follow the size of the page, everything else that of its container. */
export const applyLook = async ({ scheme, width }: Look): Promise<void> => {
  if (currentLook?.scheme === scheme && currentLook.width === width) return
  if (currentLook?.scheme !== scheme)
    await runnerCommand('emulate-media', { colorScheme: scheme, reducedMotion: 'reduce' })
  if (currentLook?.width !== width) await runnerCommand('set-viewport', { width, height: HEIGHT })
  currentLook = { scheme, width }
  // Size observers are notified in the next frame, and their changes are rendered in the one after it.
  await nextFrame()
  await nextFrame()
}
