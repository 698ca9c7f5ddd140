/** Links fields outside the payment form to it, so that Enter in them pays too. */
export const paymentFormId = 'payment'
