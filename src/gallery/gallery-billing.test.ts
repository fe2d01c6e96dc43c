import { checkPictures, isBilling } from './gallery-walk.test-kit.ts'

describe('a picture of billing', () => {
  checkPictures(isBilling)
})
