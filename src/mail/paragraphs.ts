/** Joins the paragraphs of a mail. */
export const paragraphs = (parts: readonly string[]) => `${parts.join('\n\n')}\n`
