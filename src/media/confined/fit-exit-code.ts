/** How the process that makes a picture fit says that it cannot be done. Node's own codes are below 20. */
export const UNFITTABLE_EXIT_CODE = 20;
