package peers

// record is the payload with the tags of go-playground/validator, and without the methods that ikgen generates.
type record struct {
	ID         string     `json:"id" validate:"id"`
	Capability string     `json:"capability" validate:"dotted"`
	Version    int64      `json:"version" validate:"min=1,max=1000"`
	Objective  string     `json:"objective" validate:"min=1,max=500"`
	Confidence float64    `json:"confidence" validate:"min=0,max=1"`
	Status     string     `json:"status" validate:"oneof=resolved ambiguous unsupported missing_input"`
	Locale     string     `json:"locale" validate:"locale"`
	CreatedAt  string     `json:"createdAt" validate:"moment"`
	Evidence   []evidence `json:"evidence" validate:"min=1,max=20,dive"`
	References []string   `json:"references" validate:"max=20,dive,reference"`
	Input      input      `json:"input"`
	Note       *string    `json:"note" validate:"omitempty,max=200"`
}

type evidence struct {
	Message int64  `json:"message" validate:"min=0,max=10000"`
	Quote   string `json:"quote" validate:"min=1,max=500"`
	Start   int64  `json:"start" validate:"min=0"`
	End     int64  `json:"end" validate:"min=0"`
}

type input struct {
	OrderID     string  `json:"orderId" validate:"order"`
	AmountCents int64   `json:"amountCents" validate:"min=1,max=100000000"`
	Currency    string  `json:"currency" validate:"oneof=EUR USD ARS BRL"`
	Reason      string  `json:"reason" validate:"oneof=damaged late wrong other"`
	Notify      bool    `json:"notify"`
	Items       []item  `json:"items" validate:"min=1,max=50,dive"`
	Contact     contact `json:"contact"`
}

type item struct {
	Sku       string `json:"sku" validate:"min=3,max=32,sku"`
	Qty       int64  `json:"qty" validate:"min=1,max=100"`
	UnitCents int64  `json:"unitCents" validate:"min=0"`
}

type contact struct {
	Email string `json:"email" validate:"min=3,max=254,address"`
	Phone string `json:"phone" validate:"phone"`
}
