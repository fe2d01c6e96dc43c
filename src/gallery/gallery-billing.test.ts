import { isBilling, judgePictures } from './gallery-walk.test-kit.ts'

describe('a picture of billing', () => {
  judgePictures(isBilling)
})
