import { useEffect, useState } from 'react'

type Save = () => boolean | undefined | Promise<unknown>

interface Check {
  isChecking: boolean
  /** The check has found something that the user should read before saving. */
  isWarning: boolean
}

/** Keeps a save that was requested while its check runs. */
export const useHeldSave = (key: string, { isChecking, isWarning }: Check) => {
  const [held, setHeld] = useState<{ key: string; save: Save }>()
  useEffect(() => {
    if (isChecking || !held) return
    setHeld(undefined)
    if (!isWarning && held.key === key) void held.save()
  }, [isChecking, isWarning, held, key])
  return {
    /** The user pressed the button, and the check has not ended. */
    isHeld: isChecking && held?.key === key,
    /** Saves at once, or, while the check runs, as soon as it has found nothing to warn of. */
    whenChecked(save: Save): ReturnType<Save> {
      if (!isChecking) return save()
      setHeld({ key, save })
      return undefined
    },
  }
}
