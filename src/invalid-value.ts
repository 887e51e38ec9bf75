/** The text of an input that cannot be used. The message is a sentence: what is wrong, or what is accepted. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}
