package grapnel

// AllowApproves reports whether the decision "allow" is a permission, so that a
// host which would ask the user does not. Otherwise it only means that hooks have
// nothing to object.
func (s *System) AllowApproves() bool {
	h := s.handler()
	return h != nil && h.Rules().AllowApproves
}
